package bites.runnerarrow.integrations;

public interface Thing {}
