package dev.guildhall.integrations.httptool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a value of a query or a form as names with texts; the parameter's name is for error messages. */
record ValuePairs(String parameter, ListStyle style) {
    List<Map.Entry<String, String>> of(String name, Object value) throws ArgumentFault {
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        if (style == ListStyle.DEEP) {
            addDeep(name, value, pairs);
        } else if (style == ListStyle.REPEAT && value instanceof List<?> list) {
            ValueText.elements(parameter, list).forEach(text -> pairs.add(Map.entry(name, text)));
        } else {
            pairs.add(Map.entry(name, ValueText.of(parameter, value, style)));
        }
        return pairs;
    }

    private void addDeep(String name, Object value, List<Map.Entry<String, String>> pairs) throws ArgumentFault {
        switch (value) {
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    String inner = ValueText.wellFormed(parameter, String.valueOf(member.getKey()));
                    addElement(name + "[" + inner + "]", member.getValue(), pairs);
                }
            }
            case List<?> list -> {
                boolean isNested =
                        list.stream().anyMatch(element -> element instanceof Map || element instanceof Collection);
                for (int i = 0; i < list.size(); i++) {
                    addElement(name + (isNested ? "[" + i + "]" : "[]"), list.get(i), pairs);
                }
            }
            default -> pairs.add(Map.entry(name, ValueText.of(parameter, value, style)));
        }
    }

    /** Neither a query nor a form can say null. */
    private void addElement(String name, @Nullable Object value, List<Map.Entry<String, String>> pairs)
            throws ArgumentFault {
        if (value != null) {
            addDeep(name, value, pairs);
        }
    }
}
