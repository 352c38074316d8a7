/** The use cases of Guildhall, and the builder of a core. */
module dev.guildhall.core {
    requires transitive dev.guildhall.ports;
    requires static org.jspecify;

    exports dev.guildhall.core;
    exports dev.guildhall.core.config;
    exports dev.guildhall.core.inmemory;
}
