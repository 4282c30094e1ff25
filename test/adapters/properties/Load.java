import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;

/** Prints key and value of each property of standard input (UTF-8) in Base64, a line each. */
class Load {
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.load(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String key : properties.stringPropertyNames()) {
      System.out.println(encode(key) + " " + encode(properties.getProperty(key)));
    }
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
