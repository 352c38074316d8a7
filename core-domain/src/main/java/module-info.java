/** The use cases of Guildhall, and the builder of a core. */
module dev.guildhall.core {
    requires transitive dev.guildhall.ports;
    requires static org.jspecify;

    exports dev.guildhall.core;
    exports dev.guildhall.core.account;
    exports dev.guildhall.core.agent.context;
    exports dev.guildhall.core.budget;
    exports dev.guildhall.core.builtin;
    exports dev.guildhall.core.completion;
    exports dev.guildhall.core.file;
    exports dev.guildhall.core.inmemory;
    exports dev.guildhall.core.memory;
    exports dev.guildhall.core.run;
    exports dev.guildhall.core.task;
    exports dev.guildhall.core.tool;
    exports dev.guildhall.core.tool.connection;
    exports dev.guildhall.core.webchat;
}
