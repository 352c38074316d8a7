package bites.integrationsarrow.llm;

public interface Thing {}
