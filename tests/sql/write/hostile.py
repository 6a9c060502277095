"""Texts that broke such systems before: signs that mean something elsewhere, half characters, endless words."""

# What is stored exactly as it is written.
VERBATIM = {
    "braces": "Template {name} {{x}} {0} renders.",
    "percent": "Disk at 100%, format %s %1$s %(name)s %n done.",
    "query operators": "Search a:*&b|!c<->d and (e or not f) here.",
    "special token": "A <|endoftext|> [CLS] [SEP] <s> token.",
    "quotes": "It's \"quoted\" and 'so' is `this` \\' too.",
    "sql": "Robert'); drop table recall.memory_record; -- stays.",
    "dollar quotes": "Body $$ select 1 $$ and $python$ x $python$ ends.",
    "backslashes": "Path C:\\temp\\new\\x00 and \\u0000 and \\\\srv here.",
    "like wildcards": "Files a_b% and [x]*? match.",
    "html": "<script>alert(1)</script> & &amp; stays text.",
    "json": '{"content": "not an item", "n": [1, null]}',
    "right to left": "שלום עולם and مرحبا بالعالم together.",
    "joiners": "می‌خواهم क्‍ष 👩‍👩‍👧 family",
    "astral": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠜎𠜱 mathematics 🎉.",
    "zalgo": "Z" + "\u0300\u0301\u0302" * 30 + "algo walks.",
    "long word": "Prefix " + "ab" * 1400 + "c" * 200 + " suffix word.",
    "stop words": "the of and to in it is",
    "url": "See https://u:p@host:80/a?b=c&d=%20#e now.",
    "tab": "col1\tcol2\tcol3 header",
    "line separators": "first line\nsecond line\n\n\nlast line",
}

# What is cleaned, and what is stored then.
CLEANED = {
    "bom": ("\ufeffLamp\ufeff is lit.", "Lamp is lit."),
    "crlf": ("Lamp\r\nis\rlit.\r\n", "Lamp\nis\nlit."),
    "controls": ("Lamp\x01 is\x1b[31m lit\x7f.", "Lamp is[31m lit."),
    "decomposed": ("Cafe\u0301 is open.", "Café is open."),
    "vertical": ("Lamp is lit.\x0cNext\x0bpage.", "Lamp is lit.\nNext\npage."),
}
