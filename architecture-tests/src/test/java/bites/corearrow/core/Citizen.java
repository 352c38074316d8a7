package bites.corearrow.core;

import bites.corearrow.ports.Noun;

record Citizen(Noun noun, String name) {}
