"""Text as it is stored, searched and shown: normalising, languages, terms, sentences, passages. No database here."""
