package dev.guildhall.integrations.manifest;

import dev.guildhall.integrations.httptool.AnswerRules;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolVersion;

/**
 * What all actions of a manifest share.
 *
 * @param integration whose they are
 * @param version of each
 * @param auth which scopes there are, and where the credential goes
 * @param headers that go with every request
 * @param answers what an answer means unless an action says otherwise
 * @param schema knows whether a schema can be used
 */
record ApiFrame(
        IntegrationName integration,
        ToolVersion version,
        Auth auth,
        StaticHeaders headers,
        AnswerRules answers,
        ManifestSchema schema) {}
