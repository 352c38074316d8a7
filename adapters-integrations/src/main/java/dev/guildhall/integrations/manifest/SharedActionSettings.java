package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.AnswerRules;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;

/**
 * What all actions of a manifest have in common.
 *
 * @param integration the integration
 * @param version of each tool
 * @param auth the available scopes, and the position of the credential
 * @param headers constant headers of every request
 * @param answers how to interpret a response unless an action has its own rules
 * @param schema checks whether a schema is valid
 */
record SharedActionSettings(
        IntegrationName integration,
        ToolVersion version,
        Auth auth,
        StaticHeaders headers,
        AnswerRules answers,
        ManifestSchema schema) {}
