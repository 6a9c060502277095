"""The tool catalogue and its dispatcher: what an agent may call, how it is checked, who answers."""
