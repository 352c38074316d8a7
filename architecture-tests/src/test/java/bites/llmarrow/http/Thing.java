package bites.llmarrow.http;

public interface Thing {}
