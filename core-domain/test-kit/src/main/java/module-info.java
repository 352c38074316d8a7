/** Tests of programs that embed the core, and of adapters. */
module dev.guildhall.testkit {
    requires transitive dev.guildhall.core;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires static org.jspecify;

    exports dev.guildhall.testkit;
    exports dev.guildhall.testkit.contract;
    exports dev.guildhall.testkit.contract.account;
    exports dev.guildhall.testkit.contract.agent;
    exports dev.guildhall.testkit.contract.task;
    exports dev.guildhall.testkit.contract.tool;
}
