package dev.guildhall.core;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Stores whose calls and responses a test sees first; the caller receives what the test throws. */
public final class Intercepted {
    private Intercepted() {}

    /** A store whose calls and then whose responses are passed on to the test. */
    public static <T> T of(
            Class<T> type, T store, BiConsumer<Method, Object[]> before, BiConsumer<Method, Object> after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    before.accept(method, arguments);
                    try {
                        Object answer = method.invoke(store, arguments);
                        after.accept(method, answer);
                        return answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    public static <T> T before(Class<T> type, T store, BiConsumer<Method, Object[]> step) {
        return of(type, store, step, (method, answer) -> {});
    }

    /** A store that is unreachable for the first calls of a method. */
    public static <T> T failing(Class<T> type, T store, String method, int times) {
        AtomicInteger left = new AtomicInteger(times);
        return before(type, store, (called, arguments) -> {
            if (called.getName().equals(method) && left.getAndDecrement() > 0) {
                throw outage();
            }
        });
    }

    public static Refusal outage() {
        return new Refusal(new CommonProblem.Unavailable("database"));
    }
}
