package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonDataTest {
    @Test
    void a_copy_does_not_follow_the_original_at_any_depth() {
        List<Object> inner = new ArrayList<>(Arrays.asList("a", null));
        Map<String, Object> original = new LinkedHashMap<>(Map.of("list", inner));

        Map<String, Object> copy = JsonData.copy(original);
        inner.add("later");
        original.put("more", 1);

        assertThat(copy).containsOnlyKeys("list");
        assertThat(copy.get("list")).isEqualTo(Arrays.asList("a", null));
    }

    @Test
    void a_copy_keeps_the_order_and_the_null_values() {
        Map<String, Object> original = new LinkedHashMap<>();
        original.put("z", null);
        original.put("a", 1);

        Map<String, Object> copy = JsonData.copy(original);

        assertThat(copy.keySet()).containsExactly("z", "a");
        assertThat(copy).isEqualTo(original);
    }

    @Test
    void a_copy_cannot_be_changed() {
        Map<String, Object> copy = JsonData.copy(Map.of("list", List.of(1)));

        assertThatThrownBy(() -> copy.put("x", 1)).isInstanceOf(UnsupportedOperationException.class);
    }
}
