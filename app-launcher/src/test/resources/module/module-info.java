/** A program on the module path. */
module sample {
    requires dev.guildhall.core;
    requires dev.guildhall.llm;
    requires dev.guildhall.persistence;
    requires jdk.httpserver;
}
