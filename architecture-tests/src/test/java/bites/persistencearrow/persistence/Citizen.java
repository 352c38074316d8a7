package bites.persistencearrow.persistence;

import bites.persistencearrow.ports.Noun;

record Citizen(Noun noun, String name) {}
