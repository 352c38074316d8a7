package bites.portsarrow.ports;

record Citizen(String name) {}
