package bites.wirearrow.llm;

public interface Thing {}
