package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.integrations.manifest.AuthReader.Auth;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;

/** What all actions of a manifest have in common; an action may have its own rules for answers. */
record SharedActionSettings(
        IntegrationName integration,
        ToolVersion version,
        Auth auth,
        StaticHeaders headers,
        ResponseRules answers,
        ManifestSchema schema) {}
