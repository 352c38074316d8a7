package dev.guildhall.ports;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One part of a list, newest first.
 *
 * @param items at most as many as the request's limit
 * @param next where the next page begins; absent when this is the last page
 */
public record Page<T>(List<T> items, Optional<Cursor> next) {
    public Page {
        items = List.copyOf(items);
    }

    /** The same page with each item converted. */
    public <R> Page<R> map(Function<? super T, ? extends R> change) {
        return new Page<>(items.stream().<R>map(change).toList(), next);
    }

    /**
     * A page of a list that is in memory as a whole, latest identifier first.
     *
     * @param all the items, in any order
     * @param id gives the identifier of an item
     */
    public static <T> Page<T> newestFirst(List<T> all, PageRequest request, Function<T, ? extends Id> id) {
        Function<T, String> key = item -> id.apply(item).value();
        List<T> oneMore = all.stream()
                .filter(item -> request.cursor()
                        .filter(cursor -> key.apply(item).compareTo(cursor.lastId()) >= 0)
                        .isEmpty())
                .sorted(Comparator.comparing(key).reversed())
                .limit(request.limit().value() + 1)
                .toList();
        return cut(oneMore, request.limit(), id);
    }

    /**
     * Cuts a page from a list that was read with one item more than the limit. The additional item shows that there is
     * a next page.
     *
     * @param oneMore at most {@code limit + 1} items, in order
     * @param id gives the identifier of an item
     */
    public static <T> Page<T> cut(List<T> oneMore, Limit limit, Function<T, ? extends Id> id) {
        return cutBehind(oneMore, limit, item -> new Cursor(id.apply(item).value()));
    }

    /**
     * As {@link #cut}, for a list that is not in the order of identifiers.
     *
     * @param oneMore at most {@code limit + 1} items, in order
     * @param cursor gives the cursor of the page that begins after an item
     */
    public static <T> Page<T> cutBehind(List<T> oneMore, Limit limit, Function<T, Cursor> cursor) {
        if (oneMore.size() <= limit.value()) {
            return new Page<>(oneMore, Optional.empty());
        }
        List<T> items = oneMore.subList(0, limit.value());
        return new Page<>(items, Optional.of(cursor.apply(items.getLast())));
    }
}
