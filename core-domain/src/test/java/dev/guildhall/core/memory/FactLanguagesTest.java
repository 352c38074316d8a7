package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts in languages other than English, and statements that contradict each other. */
class FactLanguagesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Ich heiße Ada.",
                "Mein Name ist Jürgen.",
                "Ich wohne seit 2020 in Köln.",
                "Ich bin nach Hamburg gezogen.",
                "Ich arbeite als Krankenpfleger.",
                "Ich bin Lehrerin.",
                "Ich mag chinesisches Essen.",
                "Ich esse kein Fleisch.",
                "Ich trinke lieber Tee als Kaffee.",
                "Ich bin allergisch gegen Nüsse.",
                "Ich bin Vegetarierin.",
                "Meine Lieblingsfarbe ist Grün.",
                "Mein Hund heißt Rex.",
                "Ich habe zwei Kinder.",
                "Ich bin 36 Jahre alt.",
                "Ich spreche Französisch.",
                "Merk dir, dass der Start am Freitag ist.",
                "Je m'appelle Zoé.",
                "Mon prénom est Élodie.",
                "J’habite à Lyon.",
                "Je viens de déménager à Nantes.",
                "Je travaille chez Airbus.",
                "Je suis infirmière.",
                "J'adore la cuisine chinoise.",
                "Je n'aime pas le fromage.",
                "Je ne mange pas de viande.",
                "Je préfère le thé au café.",
                "Je suis allergique aux noix.",
                "Ma couleur préférée est le vert.",
                "Mon chien s'appelle Rex.",
                "J'ai deux enfants.",
                "J'ai 36 ans.",
                "Je parle allemand.",
                "N'oublie pas que le lancement est vendredi.",
                "Me llamo Íñigo.",
                "Vivo en Málaga.",
                "Me mudé a Sevilla.",
                "Trabajo como enfermera.",
                "Soy vegetariano.",
                "Me gusta la comida china.",
                "Odio el ajo.",
                "No como carne.",
                "Prefiero el té al café.",
                "Soy alérgica a las nueces.",
                "Mi color favorito es el verde.",
                "Mi perro se llama Rex.",
                "Tengo dos hijos.",
                "Tengo 36 años.",
                "Hablo alemán.",
                "Recuerda que el lanzamiento es el viernes.",
                "我叫李明。",
                "我住在北京。",
                "我最近搬到了上海。",
                "我在医院工作。",
                "我是老师。",
                "我喜欢中国菜。",
                "我不吃牛肉。",
                "我对花生过敏。",
                "我最喜欢的颜色是绿色。",
                "我的狗叫旺财。",
                "我有两个孩子。",
                "我今年36岁。",
                "我会说德语。",
                "我喜歡喝茶。",
                "请记住发布在星期五。",
                "私の名前は太郎です。",
                "太郎と申します。",
                "東京に住んでいます。",
                "先月大阪に引っ越しました。",
                "私は病院で働いています。",
                "私は教師です。",
                "中華料理が好きです。",
                "私は肉を食べません。",
                "コーヒーより紅茶のほうが好きです。",
                "私は卵アレルギーです。",
                "好きな色は緑です。",
                "犬を飼っています。",
                "私は36歳です。",
                "ドイツ語を勉強しています。",
                "発売は金曜日だと覚えておいてください。",
            })
    void lasting_statements_are_facts(String said) {
        assertThat(contents(said)).containsExactly(said.replace('\u2019', '\''));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Wohne ich in Köln?",
                "Wenn ich in Köln wohne, welche Bahn nehme ich?",
                "Vielleicht mag ich Tee.",
                "Ich bin müde.",
                "Ich will jetzt eine Pizza.",
                "Er wohnt in Köln.",
                "Schreib mir ein Gedicht.",
                "Si j'habite à Lyon, quel tram dois-je prendre ?",
                "Est-ce que j'aime le thé ?",
                "Je suis fatigué.",
                "Je viens de manger.",
                "Je voudrais une pizza.",
                "Il habite à Lyon.",
                "¿Dónde vivo?",
                "Si vivo en Madrid, qué tren tomo",
                "Estoy cansado.",
                "Quiero una pizza.",
                "Quizás me gusta el té.",
                "Él vive en Madrid.",
                "我住在哪里？",
                "如果我住在北京，坐哪趟车？",
                "我累了。",
                "我想吃比萨。",
                "他住在北京。",
                "我喜欢茶吗",
                "今天天气很好。",
                "東京に住んでいますか。",
                "もし東京に住んでいたら、どの電車に乗りますか？",
                "疲れました。",
                "ピザが食べたいです。",
                "彼は東京に住んでいます。",
                "私は元気です。",
                "天気がいいですね。",
            })
    void questions_assumptions_and_passing_states_are_no_facts(String said) {
        assertThat(contents(said)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I love Chinese food | I hate Chinese food.",
                "I like tea. | I don't like tea any more",
                "I am vegetarian. | I'm no longer vegetarian.",
                "I'm allergic to peanuts | I am not allergic to peanuts.",
                "I can't eat shellfish. | I eat shellfish again.",
                "I prefer tea to coffee. | I prefer coffee over tea.",
                "I have a dog. | I no longer have a dog.",
                "I'm married. | I'm divorced.",
                "I am a nurse. | I'm not a nurse anymore.",
                "I speak German. | I don't speak German.",
                "Ich mag Käse. | Ich mag keinen Käse.",
                "Ich liebe chinesisches Essen. | Ich mag chinesisches Essen nicht mehr.",
                "Ich esse gern Fisch. | Ich esse nicht gern Fisch.",
                "Ich bin Vegetarier. | Ich bin kein Vegetarier mehr.",
                "Ich esse kein Fleisch. | Ich esse wieder Fleisch.",
                "Ich trinke lieber Tee als Kaffee. | Ich trinke lieber Kaffee als Tee.",
                "Ich wohne in Köln. | Ich bin nach Bonn gezogen.",
                "Ich arbeite bei Bosch. | Ich arbeite jetzt bei Siemens.",
                "Ich habe einen Hund. | Ich habe keinen Hund mehr.",
                "Mein Name ist Ada. | Ich heiße Grace.",
                "J'adore la cuisine chinoise. | Je déteste la cuisine chinoise.",
                "J'aime le fromage. | Je n'aime plus le fromage.",
                "Je suis végétarienne. | Je ne suis plus végétarienne.",
                "Je préfère le thé au café. | Je préfère le café au thé.",
                "J'habite à Lyon. | J'ai déménagé à Nantes.",
                "Je travaille chez Airbus. | Je travaille maintenant chez Dassault.",
                "J'ai un chien. | Je n'ai plus de chien.",
                "Je m'appelle Zoé. | Mon nom est Léa.",
                "Me gusta la comida china. | Odio la comida china.",
                "Me gusta el queso. | Ya no me gusta el queso.",
                "Soy vegetariano. | Ya no soy vegetariano.",
                "Prefiero el té al café. | Prefiero el café al té.",
                "Vivo en Málaga. | Me mudé a Sevilla.",
                "Trabajo en Iberia. | Ahora trabajo en Renfe.",
                "Tengo un perro. | Ya no tengo perro.",
                "Me llamo Ana. | Mi nombre es Eva.",
                "我喜欢中国菜。 | 我讨厌中国菜。",
                "我喜欢茶。 | 我不喜欢茶了。",
                "我爱吃辣。 | 我现在不喜欢吃辣了",
                "我是老师。 | 我不再是老师了。",
                "我不吃牛肉。 | 我又吃牛肉了。",
                "我有狗。 | 我没有狗了。",
                "我住在北京。 | 我搬到上海了。",
                "我在银行工作。 | 我现在在医院工作。",
                "我叫李明。 | 我的名字是王芳。",
                "我对花生过敏。 | 我对花生不过敏了。",
                "比起咖啡，我更喜欢茶。 | 比起茶，我更喜欢咖啡。",
                "中華料理が好きです。 | 中華料理が嫌いです。",
                "納豆が好きです。 | 納豆は好きではありません。",
                "納豆が好きです。 | もう納豆は好きじゃない。",
                "私は教師です。 | 私はもう教師ではありません。",
                "肉を食べません。 | また肉を食べるようになりました。",
                "コーヒーより紅茶が好きです。 | 紅茶よりコーヒーが好きです。",
                "東京に住んでいます。 | 大阪に引っ越しました。",
                "銀行で働いています。 | 今は病院で働いています。",
                "犬を飼っています。 | もう犬を飼っていません。",
                "私の名前は太郎です。 | 私の名前は次郎です。",
            })
    void contradicting_statements_have_one_topic(String one, String two) {
        assertThat(only(two).topic()).isEqualTo(only(one).topic()).isPresent();
        assertThat(only(two).ended()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I don't live in Berlin any more. | I live in Berlin | berlin",
                "I no longer work at Acme. | I work at Acme | acme",
                "My name is not Bob. | My name is Ada | bob",
                "I'm not from Norway. | I'm from Norway | norway",
                "Ich wohne nicht mehr in Köln. | Ich wohne in Köln | köln",
                "Ich arbeite nicht mehr bei Bosch. | Ich arbeite bei Bosch | bosch",
                "Ich heiße nicht Bernd. | Ich heiße Ada | bernd",
                "Je n'habite plus à Lyon. | J'habite à Lyon | lyon",
                "Je ne travaille plus chez Airbus. | Je travaille chez Airbus | airbus",
                "Je ne m'appelle pas Jean. | Je m'appelle Zoé | jean",
                "Ya no vivo en Málaga. | Vivo en Málaga | málaga",
                "Ya no trabajo en Iberia. | Trabajo en Iberia | iberia",
                "No me llamo Juan. | Me llamo Ana | juan",
                "我不住在北京了。 | 我住在北京 | 北京",
                "我不在银行工作了。 | 我在银行工作 | 银行",
                "我不叫李明。 | 我叫王芳 | 李明",
                "もう東京に住んでいません。 | 東京に住んでいます | 東京",
                "銀行で働いていません。 | 銀行で働いています | 銀行",
                "名前は太郎ではありません。 | 名前は次郎です | 太郎",
            })
    void a_negated_statement_ends_one_fact_of_the_topic(String negated, String stated, String ended) {
        assertThat(only(negated).ended()).contains(ended);
        assertThat(only(negated).topic()).isEqualTo(only(stated).topic()).isPresent();
        assertThat(only(stated).ended()).isEmpty();
    }

    private static StatedFact only(String said) {
        List<StatedFact> facts = FactRules.in(said);
        assertThat(facts).as(said).hasSize(1);
        return facts.getFirst();
    }

    private static List<String> contents(String said) {
        return FactRules.in(said).stream().map(StatedFact::content).toList();
    }
}
