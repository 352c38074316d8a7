package dev.guildhall.persistence.evaluation;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.evaluation.CaseDefinition;

/** The definition of a case as JSON. */
final class CaseDefinitionJson {
    private CaseDefinitionJson() {}

    static String write(CaseDefinition definition) {
        return StoredJson.write(StoredObject.of(
                "input",
                definition.input(),
                "contains",
                definition.contains(),
                "rubric",
                definition.rubric(),
                "requiredTools",
                definition.requiredTools(),
                "forbiddenTools",
                definition.forbiddenTools(),
                "execute",
                definition.execute()));
    }

    static CaseDefinition read(String json) {
        StoredObject fields = StoredObject.read(json);
        return new CaseDefinition(
                fields.text("input"),
                fields.texts("contains"),
                fields.optionalText("rubric"),
                fields.texts("requiredTools"),
                fields.texts("forbiddenTools"),
                fields.flag("execute"));
    }
}
