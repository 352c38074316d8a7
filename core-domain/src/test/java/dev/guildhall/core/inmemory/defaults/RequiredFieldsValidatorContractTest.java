package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.testkit.contract.tool.SchemaValidatorContract;

class RequiredFieldsValidatorContractTest implements SchemaValidatorContract {
    @Override
    public SchemaValidator validator() {
        return new RequiredFieldsValidator();
    }
}
