package bites.corearrow.http;

public interface Thing {}
