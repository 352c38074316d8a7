package dev.guildhall.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Connections that pass each statement to a test before it is executed. */
public final class WatchedConnections {
    private WatchedConnections() {}

    public static DataSource of(DataSource connections, Consumer<String> statements) {
        return proxy(
                DataSource.class,
                connections,
                (_, _, result) -> result instanceof Connection connection ? of(connection, statements) : result);
    }

    private static Connection of(Connection connection, Consumer<String> statements) {
        return proxy(Connection.class, connection, (method, arguments, result) -> {
            if (method.equals("prepareStatement")) {
                statements.accept(String.valueOf(arguments[0]));
            }
            return result;
        });
    }

    private interface Call {
        Object after(String method, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Call call) {
        return type.cast(Proxy.newProxyInstance(
                WatchedConnections.class.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    try {
                        return call.after(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }
}
