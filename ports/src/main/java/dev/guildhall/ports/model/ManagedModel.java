package dev.guildhall.ports.model;

import java.util.Locale;

/**
 * A model as administrators see it.
 *
 * @param source who defines it
 * @param version grows by 1 with each change; 0 for a model of the environment
 */
public record ManagedModel(ModelDefinition definition, Source source, int version) {
    /** Who defines a model. */
    public enum Source {
        /** The configuration of the server: it cannot be changed while the server runs. */
        ENVIRONMENT,
        /** Administrators. */
        HTTP;

        /** The name in JSON: {@code environment}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The name that requests ask for. */
    public String name() {
        return definition.name();
    }

    /** The next version of the model. */
    public ManagedModel next(ModelDefinition changed) {
        return new ManagedModel(changed, source, version + 1);
    }
}
