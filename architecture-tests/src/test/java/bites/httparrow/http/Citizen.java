package bites.httparrow.http;

import bites.httparrow.ports.Noun;

record Citizen(Noun noun, String name) {}
