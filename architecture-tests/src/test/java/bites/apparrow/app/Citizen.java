package bites.apparrow.app;

import bites.apparrow.ports.Noun;

record Citizen(Noun noun, String name) {}
