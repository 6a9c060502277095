import pytest

from pg_recall_udf.rank.near_duplicate import thin

THRESHOLD = 0.85


def test_a_repeat_is_dropped_in_favour_of_the_better_one():
    result = thin(
        [(1, "The deploy runs at noon"), (2, "the DEPLOY runs at noon!"), (3, "Lunch is late")], THRESHOLD
    )
    assert result.kept == [1, 3]
    assert result.dropped == {2: 1}


def test_a_text_inside_a_longer_one_is_a_repeat():
    assert thin(
        [(1, "deploy runs nightly on the blue cluster"), (2, "deploy runs nightly")], THRESHOLD
    ).kept == [1]


def test_overlap_at_the_threshold_is_kept():
    assert thin([(1, "a b c d"), (2, "a b c e")], 0.75).kept == [1, 2]
    assert thin([(1, "a b c d"), (2, "a b c e")], 0.74).kept == [1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the cache is enabled in production", "the cache is not enabled in production"),
        ("we do deploy the api on fridays here", "we don't do deploy the api on fridays here"),
        ("retry the failed job after 5 minutes", "retry the failed job after 50 minutes"),
        ("the limit went from 5 to 10", "the limit went from 10 to 5"),
        ("set the offset to 5 in the config file", "set the offset to -5 in the config file"),
        ("use the api of version v1 for all calls now", "use the api of version v2 for all calls now"),
        ("el servicio usa la caché en producción", "el servicio no usa la caché en producción"),
        ("der Dienst nutzt den Cache", "der Dienst nutzt den Cache nicht"),
        ("服务 使用 缓存 在 生产 环境", "服务 不使用 使用 缓存 在 生产 环境"),
    ],
)
def test_another_number_or_negation_is_another_statement(one, other):
    assert thin([(1, one), (2, other)], 0.5).kept == [1, 2]
    assert thin([(2, other), (1, one)], 0.5).kept == [2, 1]


def test_texts_without_words_never_collide():
    assert thin([(1, ""), (2, ""), (3, "…")], THRESHOLD).kept == [1, 2, 3]


def test_composed_and_decomposed_letters_are_the_same():
    assert thin([(1, "caf\u00e9 con leche"), (2, "cafe\u0301 con leche")], THRESHOLD).dropped == {2: 1}
