//! Sans-IO TCP endpoints built from exchangeable parts.
