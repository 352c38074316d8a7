package bites.runnerarrow.runner;

import bites.runnerarrow.ports.Noun;

record Citizen(Noun noun, String name) {}
