/** The use cases of Guildhall, and the builder of a core. */
@SuppressWarnings("module") // The test kit, which is compiled later, is not there yet.
module dev.guildhall.core {
    requires transitive dev.guildhall.ports;
    requires static org.jspecify;

    exports dev.guildhall.core;
    exports dev.guildhall.core.config;
    exports dev.guildhall.core.inmemory;
    exports dev.guildhall.core.json to
            dev.guildhall.testkit;
}
