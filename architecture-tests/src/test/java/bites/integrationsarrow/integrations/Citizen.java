package bites.integrationsarrow.integrations;

import bites.integrationsarrow.ports.Noun;

record Citizen(Noun noun, String name) {}
