package bites.httparrow.persistence;

public interface Thing {}
