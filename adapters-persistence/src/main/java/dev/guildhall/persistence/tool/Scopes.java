package dev.guildhall.persistence.tool;

import dev.guildhall.persistence.db.Rows;
import dev.guildhall.ports.connection.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

final class Scopes {
    private Scopes() {}

    static List<String> texts(List<Scope> scopes) {
        return scopes.stream().map(Scope::value).toList();
    }

    static List<Scope> read(ResultSet row, String column) throws SQLException {
        return Rows.texts(row, column).stream().map(Scope::new).toList();
    }
}
