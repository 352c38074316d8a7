package dev.guildhall.persistence.db;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One object of stored JSON. A member that is not optional must be present. Immutable. */
public record StoredObject(Map<?, ?> members) {
    public static StoredObject read(String json) {
        return new StoredObject(StoredJson.readObject(json));
    }

    public static List<StoredObject> readAll(String json) {
        return StoredJson.readObjects(json).stream().map(StoredObject::new).toList();
    }

    /** The members of an object to be stored: names and values in turn. An empty {@code Optional} is left out. */
    public static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = (String) namesAndValues[i];
            if (namesAndValues[i + 1] instanceof Optional<?> optional) {
                optional.ifPresent(value -> members.put(name, value));
            } else {
                members.put(name, namesAndValues[i + 1]);
            }
        }
        return members;
    }

    public Object member(String name) {
        return optional(name).orElseThrow(() -> new IllegalStateException("a stored object has no " + name));
    }

    public Optional<Object> optional(String name) {
        return Optional.ofNullable(members.get(name));
    }

    public String text(String name) {
        return (String) member(name);
    }

    public Optional<String> optionalText(String name) {
        return optional(name).map(String.class::cast);
    }

    public long number(String name) {
        return ((Number) member(name)).longValue();
    }

    public int integer(String name) {
        return ((Number) member(name)).intValue();
    }

    /** Whether the member is true; false also when it is absent. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(members.get(name));
    }

    public StoredObject object(String name) {
        return new StoredObject((Map<?, ?>) member(name));
    }

    /** The member as plain JDK values. */
    public Map<String, Object> plain(String name) {
        return StoredJson.object((Map<?, ?>) member(name));
    }

    /** The member as an object; empty when it is absent. */
    public Optional<StoredObject> optionalObject(String name) {
        return optional(name).map(member -> new StoredObject((Map<?, ?>) member));
    }

    /** The member as plain JDK values; empty when it is absent. */
    public Optional<Map<String, Object>> optionalPlain(String name) {
        return optional(name).map(member -> StoredJson.object((Map<?, ?>) member));
    }

    public List<StoredObject> objects(String name) {
        return ((List<?>) member(name))
                .stream().map(one -> new StoredObject((Map<?, ?>) one)).toList();
    }

    public List<String> texts(String name) {
        return ((List<?>) member(name)).stream().map(String.class::cast).toList();
    }
}
