"""The benchmark: how fast each layer is here and now, beside other packages in the same run."""
