"""From rows of counts to scores."""
