package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.tool.SchemaValidatorContract;
import dev.guildhall.ports.tool.SchemaValidator;

class RequiredFieldsValidatorContractTest implements SchemaValidatorContract {
    @Override
    public SchemaValidator validator() {
        return new RequiredFieldsValidator();
    }
}
