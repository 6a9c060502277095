"""A small team's notes, five questions and their answers: the product on one screen."""
