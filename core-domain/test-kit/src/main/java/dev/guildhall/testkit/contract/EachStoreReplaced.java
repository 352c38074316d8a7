package dev.guildhall.testkit.contract;

import dev.guildhall.ports.storage.ForwardingStores;
import dev.guildhall.ports.storage.Stores;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs the tests of {@link ReplaceableStores}. */
public final class EachStoreReplaced implements InvocationInterceptor {
    private static final Set<String> STORES = Stream.of(Stores.class.getMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()))
            .map(Method::getName)
            .collect(Collectors.toUnmodifiableSet());

    public EachStoreReplaced() {}

    @Override
    @SuppressWarnings("NullAway") // The invocation has no result.
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        run(invocation, test, context);
    }

    @Override
    @SuppressWarnings("NullAway") // The invocation has no result.
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        run(invocation, test, context);
    }

    private static void run(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> test, ExtensionContext context)
            throws Throwable {
        ReplaceableStores subject = (ReplaceableStores) test.getTarget().orElseThrow();
        Set<String> used = new ConcurrentSkipListSet<>();
        subject.begin(stores -> linked(stores, store -> {
            used.add(store);
            return Optional.empty();
        }));
        invocation.proceed();
        if (isRepeated(test.getExecutable(), context)) {
            for (String store : some(used, context.getUniqueId(), subject.repetitions())) {
                repeat(subject, store, test);
            }
        }
    }

    private static boolean isRepeated(Method test, ExtensionContext context) {
        return test.getDeclaringClass().isInterface()
                && !context.getTags().contains(ReplaceableStores.SLOW)
                && (!test.isAnnotationPresent(RepeatedTest.class)
                        || context.getUniqueId().endsWith("#1]"));
    }

    /** All of the stores, or the first ones in an order that differs from test to test. */
    private static List<String> some(Set<String> used, String test, int most) {
        List<String> rotated = used.stream().collect(Collectors.toList());
        Collections.rotate(rotated, test.hashCode());
        return rotated.subList(0, Math.min(most, rotated.size()));
    }

    private static void repeat(ReplaceableStores subject, String store, ReflectiveInvocationContext<Method> test)
            throws Throwable {
        subject.begin(stores -> {
            Stores spare = subject.spare(stores);
            Object replacement = replacement(spare, store);
            Stores all = linked(stores, asked -> asked.equals(store) ? Optional.of(replacement) : Optional.empty());
            spare.referTo(all);
            all.referTo(all);
            return all;
        });
        try {
            for (Method method : subject.getClass().getMethods()) {
                if (method.isAnnotationPresent(BeforeEach.class)) {
                    invoke(method, subject);
                }
            }
            invoke(test.getExecutable(), subject, test.getArguments().toArray());
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("with another store as " + store + "(): " + failure.getMessage(), failure);
        }
    }

    /** Stores of which a function may replace each, by its name. */
    private static Stores linked(Stores stores, Function<String, Optional<Object>> replaced) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("others")) {
                return stores;
            }
            Optional<Object> replacement =
                    STORES.contains(method.getName()) ? replaced.apply(method.getName()) : Optional.empty();
            return replacement.isPresent()
                    ? replacement.get()
                    : InvocationHandler.invokeDefault(proxy, method, arguments);
        };
        Stores linked = proxy(ForwardingStores.class, handler);
        linked.referTo(linked);
        return linked;
    }

    /** An object of another class that forwards to a store. */
    private static Object replacement(Stores stores, String name) throws IllegalStateException {
        try {
            Method accessor = Stores.class.getMethod(name);
            Object store = invoke(accessor, stores);
            return proxy(accessor.getReturnType(), (proxy, method, arguments) -> invoke(method, store, arguments));
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoke(Method method, Object target, Object... arguments) throws Throwable {
        try {
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
