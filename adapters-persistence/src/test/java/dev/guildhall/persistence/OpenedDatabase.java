package dev.guildhall.persistence;

import dev.guildhall.persistence.config.DatabaseUrl;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.testkit.contract.Given;
import java.sql.Driver;
import java.sql.DriverManager;
import java.util.List;

/** Opens, uses and closes a database. A test calls this class in a class loader of its own. */
public final class OpenedDatabase {
    private OpenedDatabase() {}

    /** The drivers that its class loader has registered afterwards. */
    public static List<String> drivers(String url) {
        for (int i = 0; i < 2; i++) {
            try (Database database =
                    Database.open(DatabaseUrl.parse(url), new SecretBox(new byte[SecretBox.KEY_BYTES]))) {
                Given.someUser(database.stores());
            }
        }
        return DriverManager.drivers()
                .map(Driver::getClass)
                .filter(type -> type.getClassLoader() == OpenedDatabase.class.getClassLoader())
                .map(Class::getName)
                .toList();
    }
}
