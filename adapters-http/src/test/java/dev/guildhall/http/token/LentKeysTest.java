package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.key.KeyMaterial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LentKeysTest {
    @Test
    void one_instance_lends_no_key_twice() {
        List<KeyMaterial> keys = Stream.generate(new LentKeys()::make).limit(10).toList();

        assertThat(keys).extracting(KeyMaterial::keyId).doesNotHaveDuplicates();
        assertThat(keys).extracting(KeyMaterial::privateKey).doesNotHaveDuplicates();
    }

    @Test
    void two_instances_that_follow_each_other_lend_different_keys() {
        List<KeyMaterial> keys = new ArrayList<>();
        for (LentKeys lent : List.of(new LentKeys(), new LentKeys(), new LentKeys())) {
            keys.add(lent.make());
            keys.add(lent.make());
        }

        assertThat(keys).extracting(KeyMaterial::keyId).doesNotHaveDuplicates();
    }
}
