"""Text as it is stored, searched and shown: normal forms, languages, terms, sentences. No database here."""
