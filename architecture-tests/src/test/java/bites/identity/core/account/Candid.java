package bites.identity.core.account;

record Candid(String caller) {}
