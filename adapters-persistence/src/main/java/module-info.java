/** The stores of Guildhall in PostgreSQL and in directories. */
@SuppressWarnings({"opens", "requires-automatic", "requires-transitive-automatic"})
module dev.guildhall.persistence {
    requires transitive dev.guildhall.ports;
    requires transitive java.sql;
    requires org.jdbi.v3.core;
    requires com.fasterxml.jackson.databind;
    requires com.zaxxer.hikari;
    requires flyway.core;
    requires io.leangen.geantyref;
    requires org.apache.commons.compress;
    requires org.bouncycastle.provider;
    requires transitive org.postgresql.jdbc;
    requires org.tukaani.xz;
    requires static org.checkerframework.checker.qual;
    requires static org.jspecify;

    exports dev.guildhall.persistence;
    exports dev.guildhall.persistence.config;
    exports dev.guildhall.persistence.disk;
    exports dev.guildhall.persistence.embedded;
    exports dev.guildhall.persistence.secret;
    exports dev.guildhall.persistence.tool to
            org.jdbi.v3.core;

    opens db.migration;
}
