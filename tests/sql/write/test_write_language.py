"""Texts of many languages in one project: each is found by its own words, also in a sentence and among the others."""

import pytest

TEXTS = {
    "en": ("The backups are encrypted before they leave the house.", "encrypting a backup"),
    "de": ("Die Rechnungen wurden gestern von der Buchhaltung bezahlt.", "Rechnung bezahlen"),
    "fr": ("Les voisins ont planté trois pommiers derrière la maison.", "planter un pommier"),
    "es": ("La reunión del jueves fue cancelada por el director.", "reuniones canceladas"),
    "ru": ("Резервные копии хранятся на отдельном сервере.", "резервная копия"),
    "tr": ("Toplantılar her pazartesi sabahı yapılıyor.", "toplantı pazartesi"),
    "zh": ("昨天晚上数据库的索引损坏了，需要马上重建。", "为什么昨天的数据库索引 需要重建呢？"),
    "ja": ("猫は静かに窓から外を見ている。", "窓から外を見ている猫はどこですか"),
    "ko": ("데이터베이스 색인이 손상되어 다시 만들었습니다.", "데이터베이스 색인 손상"),
    "ar": ("تم تشفير النسخ الاحتياطية قبل نقلها إلى الخادم.", "النسخ الاحتياطية"),
    "hi": ("बैकअप हर रात अलग सर्वर पर रखा जाता है।", "बैकअप सर्वर"),
    "th": ("แมวนอนหลับอยู่ข้างหน้าต่างทุกบ่าย", "แมวนอนหลับ"),
}


@pytest.fixture
def stored(recall):
    """One memory a language; ids by language."""
    items = [{"content": content, "embed": "later"} for content, _ in TEXTS.values()]
    results = recall.ingest(items)["results"]
    return {code: result["id"] for code, result in zip(TEXTS, results, strict=True)}


@pytest.mark.parametrize("is_folded", [False, True])
def test_each_text_is_found_by_the_words_of_its_language(recall, stored, is_folded):
    if is_folded:
        recall.call("compact")
    found = {code: recall.found(query, arms=["bm25"])[:1] for code, (_, query) in TEXTS.items()}
    assert found == {code: [memory] for code, memory in stored.items()}


@pytest.mark.parametrize("code", TEXTS)
def test_a_text_is_found_by_itself(recall, stored, code):
    assert recall.found(TEXTS[code][0], arms=["bm25"])[0] == stored[code]


@pytest.mark.parametrize("query", ["数据 库", "　索引　重建", "索引\n损坏"])
def test_a_blank_in_a_query_without_blanks_matches_no_blank(recall, stored, query):
    assert recall.found(query, arms=["bm25"]) == [stored["zh"]]


@pytest.mark.parametrize(
    "query",
    [
        "十万年前",
        "in year 0",
        "3000 months ago",
        "100,000 years ago",
        "vor 10000000000 Jahren",
        "on 31 February 99999",
        "-5 days",
    ],
)
def test_a_time_in_a_query_is_only_text(recall, stored, query):
    memory = recall.add(f"It happened {query}, they say.")
    assert recall.found(query)[0] == memory


def test_case_and_composition_of_letters_do_not_matter(recall):
    upper = recall.add("ÉCOLE FERMÉE JEUDI", embed="later")
    assert recall.found("école fermée", arms=["bm25"]) == [upper]
    assert recall.found("e\u0301cole", arms=["bm25"]) == [upper]
