package bites.llmarrow.llm;

import bites.llmarrow.ports.Noun;

record Citizen(Noun noun, String name) {}
